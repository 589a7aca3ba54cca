import { initialsOf } from './initials.ts'

/** A person as initials. The name is beside it or in the control around it. */
export function Avatar({ name, email, size = 32 }: { name: string; email: string; size?: number }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid shrink-0 place-items-center rounded-full bg-selected text-xs font-semibold text-accent"
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
    >
      {initialsOf(name, email)}
    </span>
  )
}
