/**
 * Whom events are for: the website that shows this frame. Where a browser names it, it has to be one that the business allows.
 * Firefox may not name it: then each allowed website is addressed, and the browser delivers to the one that is there.
 */
export function targetOrigins(
  allowed: readonly string[],
  { ancestor, referrer }: { readonly ancestor: string | undefined; readonly referrer: string },
): readonly string[] {
  const named = ancestor ?? (URL.canParse(referrer) ? new URL(referrer).origin : null)
  if (named === null) return allowed
  return allowed.filter((origin) => origin === named)
}
