import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { NotTypeset, type OpenTypst } from './port.ts'

/** PDF/A-2a: for archives, tagged, every font embedded (ISO 19005-2). */
const standard = 'a-2a'

/** The compiler as a native addon. Importing this module fails on a machine that it does not exist for. */
export const nativeTypst: OpenTypst = async (fonts) => {
  const fontBlobs = fonts.map((bytes) => Buffer.from(bytes))
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs }] })
  return {
    pdf: ({ source, inputs = {}, archivedAt }) => {
      try {
        const compiled = compiler.compile({ mainFileContent: source, inputs })
        if (!compiled.result)
          throw new NotTypeset(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics))
        if (!archivedAt) return compiler.pdf(compiled.result, {})
        return compiler.pdf(compiled.result, {
          pdfStandard: standard,
          pdfTags: true,
          creationTimestamp: Math.floor(archivedAt.getTime() / 1000),
        })
      } finally {
        compiler.evictCache(0)
      }
    },
  }
}
