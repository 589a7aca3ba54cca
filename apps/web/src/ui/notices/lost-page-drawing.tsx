/** A 404 in the product's own hand: the signature stroke runs through the figures, and off its line. */
export function LostPageDrawing() {
  return (
    <svg
      aria-hidden="true"
      className="mb-6 h-auto max-w-full text-accent"
      width={280}
      height={120}
      viewBox="0 0 280 120"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M62 20C52 38 38 58 24 74c18-3 38-4 58-3M64 44c-3 20-4 38-3 56" />
      <path d="M163 26A36 36 0 1 0 175 49M126 66c4-12 9-20 12-19 4 2-3 18 0 19 3 1 5-10 8-9 3 .6.6 7 3 8 5 1.4 17-4 26-16" />
      <path d="M238 20c-10 18-24 38-38 54 18-3 38-4 58-3M240 44c-3 20-4 38-3 56" />
      <path d="M8 108h150m14 0h18m12 0h8" opacity={0.35} />
    </svg>
  )
}
