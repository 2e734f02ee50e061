"""Says in what block cmark-gfm, with GitHub's extensions, has the word `zeta` of each text.

Reads lines of JSON, each a text. For each it prints two characters. The first: `p` paragraph, `h` heading, `t` cell of a
table, `c` code, `m` block of HTML, `-` nowhere. The second: the container, `f` footnote, else `q` quote, else `l` list,
else `.`. Needs Debian's package cmark-gfm.
"""

import ctypes
import glob
import json
import re
import sys


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
    "cmark_render_xml",
):
    getattr(core, function).restype = ctypes.c_void_p
extensions.cmark_gfm_core_extensions_ensure_registered()
UNSAFE, FOOTNOTES = 1 << 17, 1 << 13
ATTACHED = [
    ctypes.c_void_p(core.cmark_find_syntax_extension(name))
    for name in (b"table", b"strikethrough", b"autolink", b"tagfilter", b"tasklist")
]
assert all(ATTACHED)

LEAVES = {"paragraph": "p", "heading": "h", "table_cell": "t", "code_block": "c", "html_block": "m"}
# This version writes a footnote's name so.
CONTAINERS = (("<unknown", "f"), ("block_quote", "q"), ("list", "l"))
TAG = re.compile(r"<(/?)(<unknown(?=>)|[a-z_]+)(?:(?<=<unknown)>)?([^>]*?)(/?)>|zeta")


def tree(text):
    parser = ctypes.c_void_p(core.cmark_parser_new(UNSAFE | FOOTNOTES))
    for extension in ATTACHED:
        core.cmark_parser_attach_syntax_extension(parser, extension)
    data = text.encode("utf-8", "surrogatepass")
    core.cmark_parser_feed(parser, data, ctypes.c_size_t(len(data)))
    document = ctypes.c_void_p(core.cmark_parser_finish(parser))
    written = core.cmark_render_xml(document, UNSAFE | FOOTNOTES)
    page = ctypes.string_at(written).decode("utf-8", "replace")
    libc.free(ctypes.c_void_p(written))
    core.cmark_node_free(document)
    core.cmark_parser_free(parser)
    return page


def place(text):
    around = []
    for found in TAG.finditer(tree(text)):
        if found.group() == "zeta":
            leaf = next((LEAVES[name] for name in reversed(around) if name in LEAVES), "-")
            return leaf + next((letter for name, letter in CONTAINERS if name in around), ".")
        slash, name, _, closes = found.groups()
        if slash:
            around.pop()
        elif not closes:
            around.append(name)
    return "-."


for line in sys.stdin:
    print(place(json.loads(line)))
