"""onnxruntime sessions: one thread, bounded memory, and what they raise."""

import os
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def open_session(model: str | bytes, optimise: bool) -> "InferenceSession":
    """A session on the CPU with one thread; `failures` says what it raises.

    ``model`` is a path or the file's bytes; bytes cannot refer to other files.
    """
    onnxruntime = _runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    # A pattern is kept for every shape that was run: 100 MB after some hundred texts, and no gain.
    options.enable_mem_pattern = False
    levels = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = (
        levels.ORT_ENABLE_BASIC if optimise else levels.ORT_DISABLE_ALL
    )
    session: InferenceSession = onnxruntime.InferenceSession(
        model, options, providers=["CPUExecutionProvider"]
    )
    return session


def _runtime() -> ModuleType:
    """onnxruntime, kept from reporting: since 1.32 it notes a device id and sends events to its maker.

    It looks for the variable when it is imported; the call serves where another has imported it.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    runtime: ModuleType = onnxruntime
    return runtime


def failures() -> tuple[type[Exception], ...]:
    """What onnxruntime raises for a model it cannot load or run; they have no class in common."""
    _runtime()
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    return (
        state.Fail,
        state.InvalidArgument,
        state.InvalidGraph,
        state.InvalidProtobuf,
        state.NotImplemented,
        state.RuntimeException,
        ValueError,
    )
