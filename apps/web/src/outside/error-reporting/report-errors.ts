import { loadScript } from '../load-script.ts'
import type { OutsideServices } from '@countersign/contract/outside-services.ts'

interface Event {
  request?: { url?: string; headers?: object; query_string?: unknown }
  breadcrumbs?: { data?: Record<string, unknown> }[]
}

/** What the reporter's script leaves in the page. */
interface Reporter {
  init(options: object): void
}

/** Of sessions in which something failed so many are kept to be looked at (specification, section 9). */
const replayOnError = 0.8

/** Hands what fails in the page to the error reporter of the person who runs this installation. */
export async function reportErrors(settings: NonNullable<OutsideServices['errorReporting']>): Promise<void> {
  await loadScript(settings.script)
  const reporter = (globalThis as { Sentry?: Reporter }).Sentry
  reporter?.init({
    dsn: settings.dsn,
    replaysOnErrorSampleRate: replayOnError,
    replaysSessionSampleRate: settings.sessionSampleRate,
    tracesSampleRate: settings.traceSampleRate,
    tracePropagationTargets: ['localhost', location.host],
    sendDefaultPii: false,
    beforeSend: withoutSecrets,
  })
}

/** An address may carry a secret, in its path or its query: what is reported keeps the first part of the path alone. */
export function withoutSecrets(event: Event): Event {
  const request = event.request?.url ? { url: shortened(event.request.url) } : undefined
  const breadcrumbs = event.breadcrumbs?.map((crumb) => ({
    ...crumb,
    ...(crumb.data
      ? {
          data: Object.fromEntries(
            Object.entries(crumb.data).map(([name, value]) => [
              name,
              /^(url|from|to)$/.test(name) && typeof value === 'string' ? shortened(value) : value,
            ]),
          ),
        }
      : {}),
  }))
  const { request: _request, breadcrumbs: _breadcrumbs, ...rest } = event
  return { ...rest, ...(request ? { request } : {}), ...(breadcrumbs ? { breadcrumbs } : {}) }
}

function shortened(address: string): string {
  const { origin, pathname } = new URL(address, globalThis.location?.href ?? 'http://localhost')
  return `${origin}/${pathname.split('/')[1] ?? ''}`
}
