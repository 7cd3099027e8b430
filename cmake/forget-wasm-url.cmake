# Replaces `new URL("x.wasm", import.meta.url)` in the script GLUE by a URL that needs no base and is never fetched.
file(READ ${GLUE} glue)
string(REGEX REPLACE "new URL\\(([\"'][^\"']+\\.wasm[\"']), *import\\.meta\\.url\\)" "new URL(\\1,\"file:\")" glue "${glue}")
file(WRITE ${GLUE} "${glue}")
