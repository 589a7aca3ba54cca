// Writes what `npm run clients` makes. By the Node of the product: the contract is TypeScript.
import { writeFileSync } from 'node:fs'
import { inRoot } from '../paths.mjs'
import { generateClients } from './generate.mjs'

for (const [file, content] of Object.entries(await generateClients())) writeFileSync(inRoot(file), content)
