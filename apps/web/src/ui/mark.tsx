/** The mark: a signature stroke that closes into a seal. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 text-accent"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokeIntoSeal} />
    </svg>
  )
}

const strokeIntoSeal =
  'M7.6 20.4C9.6 14.4 12 10.2 13.6 10.8c1.9.7-1.7 8.9-.3 9.6 1.4.6 2.8-5 4.3-4.6 1.2.3.3 3.4 1.6 3.8 2.6.8 7.3-2.8 8.4-7.8A12.4 12.4 0 1 0 28 19.2'

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight text-ink">
      <Mark />
      Countersign
    </span>
  )
}
