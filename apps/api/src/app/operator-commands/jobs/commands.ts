import { type Command, defineCommand } from '../command.ts'

const shownUsually = 50
const shownAtMost = 1000

export const jobCommands: readonly Command[] = [
  defineCommand({
    name: 'jobs',
    takes: '',
    summary: 'jobs by task: waiting, running, failed, the oldest; emails that failed',
    description: `What jobs carry isn't shown, and of recipients only the domain. Jobs that failed are tried again by themselves, after
longer and longer pauses: countersign jobs retry doesn't wait for that. Where there are more than are shown, --after takes the id of
the last one, of a job or an email, and lists those that follow it.`,
    options: {
      limit: {
        type: 'string',
        value: 'NUMBER',
        summary: `show so many failed jobs and emails each: ${shownUsually} unless given, at most ${shownAtMost}`,
      },
      after: { type: 'string', value: 'ID', summary: 'list the failed jobs, or emails, after this one' },
    },
    run: async (call) => (await import('./jobs.ts')).listJobs(call, { shownUsually, shownAtMost }),
  }),
  defineCommand({
    name: 'jobs retry',
    takes: '[TASK|ID|emails]',
    summary: 'run failed jobs now, or send failed emails again',
    description: `Without an argument: every job whose last attempt failed. TASK: those of one task. ID: one job or one email, as listed by
countersign jobs. emails: all emails that were given up. They start again with all their attempts.`,
    options: {},
    run: async (call) => (await import('./jobs-retry.ts')).retryFailed(call),
  }),
]
