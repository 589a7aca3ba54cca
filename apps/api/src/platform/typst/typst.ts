import type { OpenTypst } from './port.ts'
import { wasmTypst } from './wasm-typst.ts'

/**
 * The compiler for this machine where there is one, else the portable one, which is slower and makes tagged PDF 1.7
 * instead of PDF/A (docs/operating.md).
 */
export const openTypst: OpenTypst = async (fonts) => {
  const native = await findNative()
  return native ? native.nativeTypst(fonts) : wasmTypst(fonts)
}

/** Null where there is no addon for this machine; one that is there and cannot be loaded is an error. */
export function findNative() {
  return import('./native-typst.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'MODULE_NOT_FOUND' || error.message.includes('native binding')) return null
    throw error
  })
}
