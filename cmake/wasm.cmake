# The WebAssembly module, twice from the same sources: `attention` with 128-bit SIMD, `attention-scalar` without, for
# engines that refuse SIMD or compute it wrongly.

function(add_attention_module name)
  add_executable(${name} ${attention_sources} ${CMAKE_SOURCE_DIR}/src/bindings.cpp)
  set_target_properties(${name} PROPERTIES SUFFIX .mjs)
  target_compile_definitions(${name} PRIVATE ATTENTION_VERSION="${PROJECT_VERSION}")
  target_compile_options(${name} PRIVATE ${ARGN} -O3
    -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)  # Embind needs no type names at run time; smaller
  target_link_libraries(${name} PRIVATE common_flags)
  target_link_options(${name} PRIVATE -O3
    --bind                          # Embind ...
    -fno-rtti                       # ... in the variant that the sources were compiled for
    --no-entry                      # a library: there is no main
    -sMODULARIZE=1 -sEXPORT_ES6=1   # one factory function, imported as a module
    -sENVIRONMENT=web,worker        # given its instance, it runs on Node too; code that names `node` does not there
    -sDYNAMIC_EXECUTION=0           # no eval, no new Function: runs under a strict content security policy
    -sFILESYSTEM=0                  # nothing reads or writes files
    -sALLOW_MEMORY_GROWTH=1         # as large as the input asks for, up to 2 GiB ...
    -sABORTING_MALLOC=0             # ... and past that an allocation fails as a value, not as an abort
    -sINITIAL_MEMORY=1MB -sTOTAL_STACK=256KB
    -sMALLOC=emmalloc               # a few large blocks at a time: the small allocator is enough
    # Clang's inlining is enough: where the linker puts the loops of a kernel into its only caller, V8 runs out of
    # registers for them, and the kernel takes 6 % longer.
    -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=0
    -sINCOMING_MODULE_JS_API=['instantiateWasm'])
  target_link_options(${name} PRIVATE ${ARGN})
  # The module is always given its bytes, so the glue need not look for them; where it tries, bundlers copy the file a
  # second time, and scripts that have no URL of their own (a blob: worker, a classic script) fail.
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -D GLUE=$<TARGET_FILE:${name}> -P ${CMAKE_SOURCE_DIR}/cmake/forget-wasm-url.cmake)
endfunction()

add_attention_module(attention -msimd128)
add_attention_module(attention-scalar)
