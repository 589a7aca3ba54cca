import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('src', import.meta.url))
/** `import … from '…'`, `import '…'` and `export … from '…'`, but no types and nothing loaded later. */
const statement = /^(?:import|export)\s+(?!type\s)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm

/**
 * The modules that signing in loads. They are one file: what other pages share, and what it brings along (forms and
 * their schemas are 15 KB), does not come with it.
 */
export function firstView(entries = ['main.tsx', 'routes/login.tsx']): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file) || file.endsWith('.css')) return
    found.add(file)
    for (const [, wanted = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
      if (wanted.startsWith('#web/')) visit(path.join(source, wanted.slice('#web/'.length)))
      else if (wanted.startsWith('.')) visit(path.resolve(path.dirname(file), wanted))
    }
  }
  for (const entry of entries) visit(path.join(source, entry))
  return found
}
