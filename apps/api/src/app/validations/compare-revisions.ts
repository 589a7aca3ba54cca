import {
  type ComparedPages,
  type PagesToCompare,
  pagesToCompare,
} from '@countersign/pdf-signature/validation/changes/page-images.ts'
import type { ValidationReport } from '@countersign/pdf-signature/validate.ts'
import { OverLimit, type Runner, TaskFailed } from '#api/platform/threads/task.ts'
import type { CompareTurn } from './compare-thread.ts'
import { comparePages } from './tasks.ts'

/** Signed revisions at most, and milliseconds for all of them; each has at least one turn. */
const revisionsAtMost = 8
const timeForAll = 5000
/** Milliseconds for a page that never ends. */
const timeLimit = 10_000

/**
 * The images of the pages as they were signed beside those of the file as it is now. Undefined where nothing has to be
 * compared; of a revision that could not be compared there is no page, and the verdict tells of it and of those beyond the
 * limit. Throws Saturated.
 */
export async function comparePageImages(
  render: Pick<Runner, 'run'>,
  file: string,
  report: ValidationReport,
): Promise<ComparedPages[] | undefined> {
  const signed = pagesToCompare(report)
  if (signed.length === 0) return undefined
  const ends = performance.now() + timeForAll
  const found: ComparedPages[] = []
  for (const revision of signed.slice(0, revisionsAtMost))
    try {
      found.push(await compareRevision(render, file, revision, ends))
    } catch (error) {
      // A page that PDFium cannot show in time, or at all: the next revision has it, too.
      const isUnshown = error instanceof OverLimit || (error instanceof TaskFailed && error.code !== 'ENOENT')
      if (!isUnshown) throw error
      return [...found, { signature: revision.signature, compared: [], differing: [], covered: [] }]
    }
  return found
}

/** In turns of a few pages, so that others get theirs. */
async function compareRevision(
  render: Pick<Runner, 'run'>,
  file: string,
  revision: PagesToCompare,
  ends: number,
): Promise<ComparedPages> {
  const turns: ComparedPages[] = []
  let from: number | undefined = 0
  while (from !== undefined && (from === 0 || performance.now() < ends)) {
    const turn: CompareTurn = await render.run(comparePages, { file, revision, from }, { timeLimit })
    turns.push(turn.found)
    from = turn.next
  }
  return {
    signature: revision.signature,
    compared: turns.flatMap(({ compared }) => compared),
    differing: turns.flatMap(({ differing }) => differing),
    covered: turns.flatMap(({ covered }) => covered),
  }
}
