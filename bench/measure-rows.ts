import type { Product } from '../apps/api/src/testing/product.ts'
import type { Calibration } from './calibration/calibration.ts'
import type { Figure, Row } from './row.ts'
import type { Measurement } from './stored-runs/stored-run.ts'

export interface BenchTools {
  startProduct(): Promise<Product>
  calibrate(): Promise<Calibration>
}

/** Each row once, by one product for all that take the shared one. */
export async function measureRows(
  rows: readonly Row[],
  { startProduct }: Pick<BenchTools, 'startProduct'>,
  see: (row: Row, figures: readonly Figure[]) => void | Promise<void>,
): Promise<void> {
  let product: Promise<Product> | undefined
  const shared = () => (product ??= startProduct())
  try {
    for (const row of rows) await see(row, await row.run(shared))
  } finally {
    await (await product)?.stop()
  }
}

/**
 * A row, so many times, with a calibration before and after each. Each has a product of its own: what a row leaves there would
 * be measured, too.
 */
export async function measureCalibrated(row: Row, times: number, tools: BenchTools): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (let time = 0; time < times; time += 1) {
    const before = await tools.calibrate()
    await measureRows([row], tools, async (_, figures) => {
      measurements.push({ figures, calibrations: [before, await tools.calibrate()] })
    })
  }
  return measurements
}
