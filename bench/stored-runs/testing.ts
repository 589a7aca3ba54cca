import type { Calibration } from '../calibration/calibration.ts'
import type { StoredFigure, StoredRow } from './stored-run.ts'

export const calibration: Calibration = { hash: 500, fsync: 2, http: 40 }
/** Twice as slow in everything. */
export const slowCalibration: Calibration = { hash: 1000, fsync: 4, http: 80 }

export function aFigure(given: Partial<StoredFigure> = {}): StoredFigure {
  const measured = given.measured ?? 100
  return {
    what: 'signed',
    measured,
    lowest: measured,
    highest: measured,
    unit: 'ms',
    better: 'lower',
    limit: 200,
    dependsOn: ['hash'],
    ...given,
  }
}

export function aStoredRow(figures: StoredFigure[]): StoredRow {
  return {
    commit: '0123456789ab',
    date: '2026-11-28T08:00:00.000Z',
    machine: { processor: 'Any', cores: 2, memory: '8 GB', kernel: '6', node: 'v24', fileSystem: 'ext4' },
    times: 1,
    calibration: { ...calibration },
    figures,
  }
}
