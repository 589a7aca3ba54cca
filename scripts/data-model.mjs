// npm run data-model: writes docs/data-model.md from the tables' owners and the columns the api knows.
import { writeFileSync } from 'node:fs'
import { describeDataModel } from './data-model/describe.mjs'
import { inRoot } from './paths.mjs'

writeFileSync(inRoot('docs/data-model.md'), describeDataModel())
