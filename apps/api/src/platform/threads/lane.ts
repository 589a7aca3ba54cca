import { currentCaller } from './caller.ts'
import { OverLimit, type Runner, type RunOptions, type Task } from './task.ts'
import type { TrackRecord } from './track-record.ts'

const defaultTimeLimit = 15_000

export interface LaneOptions {
  /** Takes each task first, for `quickLimit` milliseconds. */
  readonly quick: Runner
  /** Takes what needs more, in a few threads of its own, so that it keeps nobody else waiting. */
  readonly slow: Runner
  readonly quickLimit: number
  readonly record: TrackRecord
}

/**
 * Tasks are short: page images, inspections and signatures take milliseconds. One that takes more, in time or memory, is
 * ended and run again from its beginning among its like, with all the time it may take. Its caller's other tasks join it
 * there, and cost the quick threads nothing more.
 */
export function openLane({ quick, slow, quickLimit, record }: LaneOptions): Runner {
  return {
    run: async <Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions = {}) => {
      const { timeLimit = defaultTimeLimit, heavy = false } = options
      const { key } = currentCaller()
      const stillQuick = () => {
        options.admit?.()
        if (record.isHeavy(key)) throw new OverLimit('Its caller has tasks that take more')
      }
      if (!heavy && !record.isHeavy(key))
        try {
          const time = Math.min(timeLimit, quickLimit)
          return await quick.run(task, input, { ...options, timeLimit: time, admit: stillQuick })
        } catch (error) {
          if (!(error instanceof OverLimit)) throw error
          record.noteHeavy(key)
        }
      const time = record.timeFor(key, timeLimit)
      try {
        return await slow.run(task, input, { ...options, timeLimit: time })
      } catch (error) {
        if (!(error instanceof OverLimit)) throw error
        record.noteOverLimit(key)
        throw new OverLimit(error.message, { shortened: time < timeLimit })
      }
    },
    warm: (task) => quick.warm(task),
  }
}
