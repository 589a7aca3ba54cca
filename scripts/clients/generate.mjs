// The generated files of the clients, by their path. Nothing else knows the calls: what the contract says, the clients offer.
import { inRoot } from '../paths.mjs'
import { operationsOf } from './operations.mjs'
import { pythonCalls, pythonTypes } from './python.mjs'
import { typescriptCalls } from './typescript.mjs'

export async function generateClients() {
  const { describeIntegrationApi } = await import(inRoot('apps/api/src/app/api-description/document.ts'))
  const { errors } = await import(inRoot('packages/contract/src/errors.ts'))
  const description = describeIntegrationApi()
  const operations = operationsOf(description)
  const { schemas } = description.components
  const errorKeys = Object.keys(errors).toSorted((a, b) => (a < b ? -1 : 1))
  return {
    'packages/client-typescript/src/generated.ts': typescriptCalls({ operations, schemas, errorKeys }),
    'packages/client-python/countersign_client/types.py': pythonTypes({ operations, schemas, errorKeys }),
    'packages/client-python/countersign_client/calls.py': pythonCalls(operations),
  }
}
