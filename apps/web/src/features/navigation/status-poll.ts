import { getStatusComponents } from '@countersign/contract/system-status.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepComponents, readStatus } from '#web/lib/calls/maintenance.ts'

export const pollEvery = 60_000
const bearable = 5

/** More than five failures in a row are told once; then it is counted again. */
export function failureCounter(tell: (failures: number) => void): (failed: boolean) => void {
  let failures = 0
  return (failed) => {
    failures = failed ? failures + 1 : 0
    if (failures <= bearable) return
    tell(failures)
    failures = 0
  }
}

/** Asks how the system is and how each of its parts is, every minute while the page is in sight. */
export function pollStatus(): () => void {
  const count = failureCounter((failures) => {
    // oxlint-disable-next-line no-console -- the log is the place for it
    console.warn(`The status page did not answer ${failures} times in a row`)
  })
  const look = async () => {
    if (document.hidden) return
    const answers = await Promise.allSettled([
      readStatus(),
      call(getStatusComponents, {}, { background: true }).then(({ components }) =>
        keepComponents(components),
      ),
    ])
    count(answers.some(({ status }) => status === 'rejected'))
  }
  void look()
  const timer = window.setInterval(() => void look(), pollEvery)
  return () => window.clearInterval(timer)
}
