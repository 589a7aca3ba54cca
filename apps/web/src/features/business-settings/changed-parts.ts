import type { SettingsChange } from '@countersign/contract/businesses.ts'

type Part = Readonly<Record<string, unknown>>

/**
 * What differs from what was shown: only that is sent, as another admin may have changed the rest since the page was loaded.
 */
export function changedParts(shown: SettingsChange, typed: SettingsChange): SettingsChange {
  const changed: SettingsChange = differing(shown, typed)
  const { signatureRequests } = changed
  if (signatureRequests?.retention?.enabled !== true) return changed
  // Auto-deletion is turned on with the rule that was shown: by a shorter one, documents would be gone that nobody meant.
  const retention = typed.signatureRequests?.retention
  return { ...changed, signatureRequests: { ...signatureRequests, retention } }
}

function differing(before: Part, after: Part): Part {
  return Object.fromEntries(
    Object.entries(after).flatMap(([key, value]) => {
      const old = before[key]
      if (JSON.stringify(old) === JSON.stringify(value)) return []
      return [[key, isPart(old) && isPart(value) ? differing(old, value) : value]]
    }),
  )
}

/** One choice sets both values of a permission: half of it could make up a third choice with half of another's. */
function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !('canUpdate' in value)
}
