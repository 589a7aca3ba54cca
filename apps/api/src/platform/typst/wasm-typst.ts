import { readFile } from 'node:fs/promises'
import { NotTypeset, type OpenTypst } from './port.ts'

/** What we use of the package, which describes itself for browsers. */
interface Engine {
  initSync(given: { readonly module: Uint8Array }): void
  readonly TypstCompilerBuilder: new () => {
    set_dummy_access_model(): void
    add_raw_font(font: Uint8Array): Promise<void>
    build(): Promise<Compiler>
  }
}
interface Compiler {
  add_source(path: string, content: string): boolean
  compile(
    path: string,
    inputs: readonly (readonly [string, string])[],
    form: 'pdf',
    diagnostics: number,
  ): { readonly result?: Uint8Array; readonly diagnostics?: unknown }
  reset(): void
}

const engineFile = '@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler.mjs'
const codeFile = '@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm'
const main = '/main.typ'
/** Diagnostics as texts. */
const asTexts = 3

let engine: Promise<Engine> | undefined

async function load(): Promise<Engine> {
  const loaded = (await import(import.meta.resolve(engineFile))) as Engine
  loaded.initSync({ module: await readFile(new URL(import.meta.resolve(codeFile))) })
  return loaded
}

/** The compiler in WebAssembly, which runs everywhere Node does. Its PDFs are tagged, and no PDF/A. */
export const wasmTypst: OpenTypst = async (fonts) => {
  const { TypstCompilerBuilder } = await (engine ??= load())
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  for (const font of fonts) await builder.add_raw_font(font)
  const compiler = await builder.build()
  return {
    pdf: ({ source, inputs = {} }) => {
      compiler.add_source(main, source)
      try {
        const { result, diagnostics } = compiler.compile(main, Object.entries(inputs), 'pdf', asTexts)
        if (!result) throw new NotTypeset(JSON.stringify(diagnostics))
        return result
      } finally {
        compiler.reset()
      }
    },
  }
}
