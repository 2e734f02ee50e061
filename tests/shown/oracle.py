"""Renders Markdown as GitHub does (cmark-gfm with its extensions), and says where the page has each needle.

Standard input: JSON lines {"text", "needles"}. Standard output, for each: {"html", "liberal", "html5lib", "libxml2"}.
`liberal` is the page of a parser that is liberal with tags, or null if it is the same. The others have for each needle
what `rank_of` says of its most visible occurrence. Needs Debian's packages cmark-gfm, python3-html5lib, python3-lxml.
"""
import ctypes
import glob
import json
import sys
import warnings

import html5lib
from lxml import html as lxml_html

warnings.filterwarnings("ignore")

# Of what a page never shows the text.
UNSEEN = set(
    "script style template title textarea noscript noframes noembed iframe object select option optgroup datalist"
    " head svg math video audio canvas xmp plaintext rp frameset embed applet dialog".split()
)
STRUCK = {"s", "del", "strike"}
# Shown, but not as the author's own words.
FOREIGN = {"code", "pre", "tt", "samp", "kbd", "blockquote", "footnotes"}
# The author's own words, but not a line of the text.
INNER = {"table", "details", "summary", "a"}


def library(name):
    found = sorted(glob.glob("/usr/lib/*/lib%s.so*" % name))
    if not found:
        raise SystemExit("lib%s is not installed: apt-get install cmark-gfm" % name)
    return ctypes.CDLL(found[-1], mode=ctypes.RTLD_GLOBAL)


core = library("cmark-gfm")
extensions = library("cmark-gfm-extensions")
libc = ctypes.CDLL(None)
for function in (
    "cmark_parser_new",
    "cmark_find_syntax_extension",
    "cmark_parser_finish",
    "cmark_parser_get_syntax_extensions",
    "cmark_render_html",
):
    getattr(core, function).restype = ctypes.c_void_p
extensions.cmark_gfm_core_extensions_ensure_registered()
UNSAFE, FOOTNOTES, LIBERAL, HARD_BREAKS = 1 << 17, 1 << 13, 1 << 12, 1 << 2
ATTACHED = [
    ctypes.c_void_p(core.cmark_find_syntax_extension(name))
    for name in (b"table", b"strikethrough", b"autolink", b"tagfilter", b"tasklist")
]
assert all(ATTACHED)


def render(text, more=0):
    options = UNSAFE | FOOTNOTES | HARD_BREAKS | more
    parser = ctypes.c_void_p(core.cmark_parser_new(options))
    for extension in ATTACHED:
        core.cmark_parser_attach_syntax_extension(parser, extension)
    data = text.encode("utf-8", "surrogatepass")
    core.cmark_parser_feed(parser, data, ctypes.c_size_t(len(data)))
    document = ctypes.c_void_p(core.cmark_parser_finish(parser))
    attached = ctypes.c_void_p(core.cmark_parser_get_syntax_extensions(parser))
    written = core.cmark_render_html(document, options, attached)
    page = ctypes.string_at(written).decode("utf-8", "replace")
    libc.free(ctypes.c_void_p(written))
    core.cmark_node_free(document)
    core.cmark_parser_free(parser)
    return page


def rank_of(names):
    """0: not plainly shown. 1: shown as somebody else's words. 2: as the author's. 3: as a line of the text."""
    if names & UNSEEN or names & STRUCK or "folded" in names:
        return 0
    return 1 if names & FOREIGN else 2 if names & INNER else 3


def ranks(root, needles):
    best = {needle: 0 for needle in needles}

    def take(text, names):
        for needle in needles:
            if text and needle in text:
                best[needle] = max(best[needle], rank_of(names))

    def walk(node, around):
        if not isinstance(node.tag, str):
            return
        name = node.attrib.get("class") == "footnotes" and "footnotes" or node.tag.rsplit("}", 1)[-1]
        names = around | {name}
        is_folded = name == "details" and "open" not in node.attrib
        below = names | {"folded"} if is_folded else names
        summary = next((child for child in node if child.tag == "summary"), None) if is_folded else None
        take(node.text, below)
        for child in node:
            walk(child, names if child is summary else below)
            take(child.tail, below)

    walk(root, frozenset())
    return best


def main():
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False)
    for line in sys.stdin:
        given = json.loads(line)
        page = render(given["text"])
        liberal = render(given["text"], LIBERAL)
        whole = "<html><body><div>" + page + "</div></body></html>"
        found = {
            "html": page,
            "liberal": None if liberal == page else liberal,
            "html5lib": ranks(parser.parseFragment(page, container="div"), given["needles"]),
            "libxml2": ranks(lxml_html.document_fromstring(whole), given["needles"]),
        }
        sys.stdout.write(json.dumps(found) + "\n")


main()
