import type { TracingSettings } from '#api/platform/settings/tracing.ts'
import { type Tracer, useTracer } from './tracer.ts'

/** Where traces are switched on, and only there, the library is loaded: it takes memory, and time at the start. */
export async function openTracing(
  settings: TracingSettings | undefined,
  process: string,
): Promise<Pick<Tracer, 'close'> | null> {
  if (!settings) return null
  const { openTelemetryTracer } = await import('./open-telemetry.ts')
  const { observeOutgoingRequests } = await import('./outgoing-requests.ts')
  const tracer = openTelemetryTracer(settings, process)
  const stopObserving = observeOutgoingRequests(new URL(settings.url).host)
  useTracer(tracer)
  return {
    close: async () => {
      useTracer(undefined)
      stopObserving()
      await tracer.close()
    },
  }
}
