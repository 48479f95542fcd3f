"""Canonical addresses: the same article shared twice is one source."""

import re
from urllib.parse import SplitResult, unquote_plus, urlsplit, urlunsplit

from camillo.domain.errors import InvalidInput

_PORTS = {"http": 80, "https": 443, "ftp": 21}
#: Names of parameters that tell who shared a link or where; from public lists of such names.
_EVERYWHERE = """
    fbclid fb_action_ids fb_action_types fb_ref fb_source gclid gclsrc gbraid wbraid dclid srsltid
    gad_source gad_campaignid msclkid cvid yclid ysclid ymclid _openstat twclid ttclid igshid igsh
    li_fat_id rdt_cid epik s_cid s_kwcid ef_id mc_cid mc_eid mkt_tok _hsenc _hsmi __hssc __hstc __hsfp
    hsctatracking vero_id vero_conv oly_anon_id oly_enc_id ml_subscriber ml_subscriber_hash wickedid
    rb_clickid dicbo tblci _ga _gl _kx __s cmpid ncid guccounter guce_referrer guce_referrer_sig spm
    spm_id_from from_spmid vd_source share_source share_medium share_plat share_session_id share_tag
    share_from share_token share_id shareid xhsshare xsec_source wt_mc at_medium at_campaign
"""
_TRACKING = frozenset(_EVERYWHERE.split())
_PREFIXES = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "itm_", "sharer_shareinfo")
#: Names that only on these sites (and those below them) say nothing of what is shown.
_ON_SITE = {
    "mp.weixin.qq.com": """
        chksm scene subscene sessionid clicktime enterid ascene devicetype version nettype lang
        abtest_cookie countrycode exportkey pass_ticket wx_header mpshare srcid from isappinstalled
        poc_token key uin fontgear click_id rd2werd wechat_redirect
    """,
    "bilibili.com": """
        bbid ts timestamp unique_k buvid mid is_story_h5 plat_id up_id from from_source seid trackid
        session_id msource refer_from
    """,
    "youtube.com": "si feature pp ab_channel app",
    "youtu.be": "si feature",
    "x.com": "s t ref_src ref_url",
    "twitter.com": "s t ref_src ref_url",
    "open.spotify.com": "si",
    "medium.com": "source sk",
}
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")


def canonical_url(url: str) -> str:
    """An address without what does not say which page it is.

    Scheme and host in lower case (the host as it goes over the wire), no default port, no fragment,
    no parameters that only track; the others stay in their order. Idempotent.

    Raises:
        InvalidInput: it is no address with a host.

    >>> canonical_url("HTTPS://Example.com:443/a?utm_source=x&b=2&a=1#top")
    'https://example.com/a?b=2&a=1'
    """
    try:
        parts = urlsplit("".join(url.split()))
        host, port = _host(parts), parts.port
    except (ValueError, UnicodeError) as error:
        raise InvalidInput(
            f"{url[:200]!r} is no address", "give a whole one, https://..."
        ) from error
    if not host or not parts.scheme:
        raise InvalidInput(f"{url[:200]!r} is no address", "give a whole one, https://...")
    scheme = parts.scheme.lower()
    login, at, _ = parts.netloc.rpartition("@")
    shown = f":{port}" if port is not None and port != _PORTS.get(scheme) else ""
    path = _ESCAPE.sub(lambda found: found[0].upper(), parts.path) or "/"
    return urlunsplit((scheme, f"{login}{at}{host}{shown}", path, _query(parts.query, host), ""))


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    if ":" in host:
        return f"[{host}]"
    return host if host.isascii() else host.encode("idna").decode("ascii").lower()


def _query(query: str, host: str) -> str:
    labels = host.split(".")
    sites = (".".join(labels[at:]) for at in range(len(labels)))
    on_site = frozenset(name for site in sites for name in _ON_SITE.get(site, "").split())
    kept = [part for part in query.split("&") if part and not _tracks(part, on_site)]
    return "&".join(kept)


def _tracks(part: str, on_site: frozenset[str]) -> bool:
    name = unquote_plus(part.partition("=")[0]).casefold()
    return name in _TRACKING or name in on_site or name.startswith(_PREFIXES)
