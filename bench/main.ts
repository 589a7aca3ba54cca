import { type Product, startProduct } from '../apps/api/src/testing/product.ts'
import type { Figure, Row } from './row.ts'
import { activity } from './rows/activity.ts'
import { backup } from './rows/backup.ts'
import { billing } from './rows/billing.ts'
import { fillFields } from './rows/fill-fields.ts'
import { hostile } from './rows/hostile.ts'
import { kill } from './rows/kill.ts'
import { largeRequest } from './rows/large-request.ts'
import { list } from './rows/list.ts'
import { nodes } from './rows/nodes.ts'
import { pageImage } from './rows/page-image.ts'
import { paint } from './rows/paint.ts'
import { phone } from './rows/phone.ts'
import { scripts } from './rows/scripts.ts'
import { applySignature } from './rows/apply-signature.ts'
import { signFields } from './rows/sign-fields.ts'
import { sign } from './rows/sign.ts'
import { start } from './rows/start.ts'
import { callbacks } from './rows/callbacks.ts'
import { bulkSend } from './rows/bulk-send.ts'
import { integration } from './rows/integration.ts'
import { jsonUpload } from './rows/json-upload.ts'
import { upload } from './rows/upload.ts'

// npm run bench [-- row …]: each figure beside its limit and its peer, all in one run.

const rows: readonly Row[] = [
  start,
  scripts,
  paint,
  phone,
  upload,
  jsonUpload,
  integration,
  pageImage,
  sign,
  applySignature,
  fillFields,
  signFields,
  largeRequest,
  list,
  activity,
  bulkSend,
  hostile,
  kill,
  backup,
  callbacks,
  nodes,
  billing,
]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !rows.some((row) => row.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no row ${unknown.join(', ')}; there are: ${rows.map((row) => row.name).join(', ')}\n`,
  )
  process.exit(2)
}

let product: Promise<Product> | undefined
const shared = () => (product ??= startProduct({ LOG_LEVEL: 'error' }))
let missed = 0
try {
  for (const row of rows.filter((one) =>
    wanted.length === 0 ? !one.onlyByName : wanted.includes(one.name),
  )) {
    for (const figure of await row.run(shared)) print(row.name, figure)
  }
} finally {
  await (await product)?.stop()
}
process.stdout.write(missed === 0 ? 'every limit is kept\n' : `${missed} limits are not kept\n`)
process.exit(missed === 0 ? 0 : 1)

function print(name: string, figure: Figure): void {
  const kept = figure.atLeast ? figure.measured >= figure.limit : figure.measured <= figure.limit
  if (!kept) missed += 1
  const sign = figure.atLeast ? '≥' : '≤'
  const parts = [
    kept ? '✓' : '✗',
    name.padEnd(10),
    figure.what.padEnd(58),
    `${round(figure.measured)} ${figure.unit}`.padStart(14),
    `  limit ${sign} ${figure.limit}`.padEnd(18),
    figure.peer ? `  peer ${figure.peer}` : '',
    figure.detail ? `  (${figure.detail})` : '',
  ]
  process.stdout.write(`${parts.join(' ')}\n`)
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1)
}
