import { loadScript } from '../load-script.ts'
import type { AnalyticsProfile, Guidance } from './port.ts'

/** What the tool's script leaves in the page. */
interface Userpilot {
  identify(id: string, profile: Omit<AnalyticsProfile, 'username'>): void
  anonymous(): void
  reload(): void
  destroy(): void
}

/** A guidance tool by its script. A script that cannot be loaded guides nobody and breaks nothing. */
export function scriptGuidance(address: string): Guidance {
  const tool = () => (globalThis as { userpilot?: Userpilot }).userpilot
  return {
    start: () => loadScript(address).catch(() => undefined),
    identify: ({ username, ...profile }) => tool()?.identify(username, profile),
    anonymous: () => tool()?.anonymous(),
    reload: () => tool()?.reload(),
    destroy: () => tool()?.destroy(),
  }
}
