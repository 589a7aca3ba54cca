import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import type { Plugin } from 'vite'

const contractModule = /packages[\\/]contract[\\/]src[\\/](?!endpoint|endpoints|values|errors)[\w-]+\.ts$/
const whole = '?whole'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** What making a call needs: its address, who calls, whether files go in or come out, and cookies. No schemas. */
function light(endpoint: Endpoint): object {
  const { name, method, path, credential, body, output, keepsCookie } = endpoint
  return {
    name,
    method,
    path,
    credential,
    body: 'upload' in body ? { upload: {} } : {},
    output: 'binary' in output ? output : {},
    ...(keepsCookie ? { keepsCookie } : {}),
  }
}

/**
 * The contract's calls without their schemas: pages that check no form load no Zod, which is a tenth of the signing
 * page's script. A schema that a page does import (`Email`, `SignerInput`) is the contract's own. A form is checked by
 * such a schema, never by `endpoint.body`, which is empty here.
 */
export function lightCalls(): Plugin {
  return {
    name: 'light-calls',
    enforce: 'pre',
    // Unit tests hold what is asked for against the schemas: they get the contract whole.
    apply: (_config, { mode }) => mode !== 'test',
    async load(id) {
      if (!contractModule.test(id)) return null
      this.addWatchFile(id)
      return lightModule(id)
    },
  }
}

/** The module's code with its calls made light; null where it has none. */
export async function lightModule(id: string): Promise<string | null> {
  const exported = (await import(`${pathToFileURL(id).href}?${Date.now()}`)) as Record<string, unknown>
  const entries = Object.entries(exported)
  const calls = entries.filter(([, value]) => isEndpoint(value)) as [string, Endpoint][]
  if (calls.length === 0) return null
  const schemas = entries.filter(([, value]) => !isEndpoint(value)).map(([name]) => name)
  const lines = calls.map(([name, call]) => `export const ${name} = ${JSON.stringify(light(call))}`)
  return [...lines, `export { ${schemas.join(', ')} } from ${JSON.stringify(id + whole)}`].join('\n')
}
