/** `ok`, or the key of the refusal. */
export async function keyOf(
  reply: Promise<{ readonly ok: true } | { readonly ok: false; readonly error: { readonly key: string } }>,
): Promise<string> {
  const answer = await reply
  return answer.ok ? 'ok' : answer.error.key
}

/** The confirmation link of a mail, and the token in it. */
export function confirmationIn(mail: { readonly links: readonly string[] }): { link: URL; token: string } {
  const link = new URL(mail.links.find((one) => one.includes('token=')) ?? '')
  return { link, token: link.searchParams.get('token') ?? '' }
}
