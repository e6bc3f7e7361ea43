# Makes a file an array of bytes in C: cmake -DFROM=… -DTO=… -DNAME=… -DHEADER=… -P embed.cmake
# NAME, which ends with a NUL, and NAME_length are declared in HEADER.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "(........................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${TO} "#include \"${HEADER}\"\nconst char ${NAME}[] = {\n${bytes}0};\nconst size_t ${NAME}_length = sizeof ${NAME} - 1;\n")
