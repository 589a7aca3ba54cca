import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compiledModules, type Product } from '../../apps/api/src/testing/product.ts'

const run = promisify(execFile)
const command = fileURLToPath(new URL('../../apps/api/src/countersign.ts', import.meta.url))

/** What the operator types after `npm run business --`; gives what is printed. */
export async function operate({ data }: Pick<Product, 'data'>, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, COUNTERSIGN_DATA: data, NODE_COMPILE_CACHE: compiledModules }
  const { stdout } = await run(process.execPath, [command, 'business', ...args], { env, timeout: 60_000 })
  return stdout
}
