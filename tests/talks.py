"""A conversation that several tests read, and two memories that say much the same."""

from camillo import Palace
from camillo.domain.remembered import Remembered

#: A talk of twelve turns about a heater that failed, and what was decided.
HEATER = (
    "Morning. The greenhouse heater failed last night and the basil froze.",
    "Oh no. Was it the thermostat again?",
    "No, the gas valve is corroded. The plumber looked at it.",
    "ok",
    "We decided to replace the gas heater with an electric one from Vornado.",
    "Sounds right.",
    "The electric heater needs its own 16 ampere fuse, says Joaquim.",
    "I see.",
    "Could you order the fuse?",
    "Yes, I ordered it from Elektro Braun, it comes on Thursday.",
    "Thanks!",
    "You are welcome.",
)

ROME, OSLO = "Ana lives in Rome and likes it there.", "Ana lives in Oslo and likes it there."
TEA, SKI = "Ana drinks green tea every morning.", "Ana skis in the hills on Sundays."


def two_of_ana(palace: Palace) -> tuple[Remembered, Remembered]:
    """Two memories of Ana in one wing, as they are where two wings became one."""
    one = palace.remember(f"{ROME} {TEA}", wing="a", at="2024-01-01")
    other = palace.remember(f"{OSLO} {TEA} {SKI}", wing="b", at="2025-01-01")
    palace.rename_wing("b", "a")
    return one, other
