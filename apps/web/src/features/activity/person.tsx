/** Someone by name and email; without a name, the email is shown. */
export function Person({ name, email, note }: { name: string; email: string | null; note?: string }) {
  const small = [name && email, note].filter(Boolean).join(' · ')
  return (
    <>
      <bdi className="block">{name || email}</bdi>
      {small && <span className="block text-sm text-ink-secondary">{small}</span>}
    </>
  )
}
