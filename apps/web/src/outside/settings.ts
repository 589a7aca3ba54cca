import type { OutsideServices } from '@countersign/contract/outside-services.ts'

/** What the page says of the services of others that were chosen; null where there are none. */
export function outsideSettings(): OutsideServices | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="outside"]')?.content
  return content === undefined ? null : (JSON.parse(content) as OutsideServices)
}
