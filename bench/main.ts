import { startProduct } from '../apps/api/src/testing/product.ts'
import { measureCalibration } from './calibration/measure-calibration.ts'
import type { Row } from './row.ts'
import { runBench } from './run-bench.ts'
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
import { sustained } from './rows/sustained.ts'
import { callbacks } from './rows/callbacks.ts'
import { bulkSend } from './rows/bulk-send.ts'
import { integration } from './rows/integration.ts'
import { jsonUpload } from './rows/json-upload.ts'
import { upload } from './rows/upload.ts'

// npm run bench [-- row …]: each figure beside its limit and its peer, all in one run. With --store or --improve and a file,
// the run is stored; with --compare, it is compared with a stored one.

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
  sustained,
  billing,
]
const tools = {
  startProduct: () => startProduct({ LOG_LEVEL: 'error' }),
  calibrate: measureCalibration,
}
process.exit(await runBench(rows, process.argv.slice(2), tools, (text) => void process.stdout.write(text)))
