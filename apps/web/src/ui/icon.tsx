/** Line icons on a 24 grid. They say nothing to a screen reader: the word beside them does. */
const shapes = {
  sign: 'M4 17c3-8 5.5-11 7-10s-2.5 9.5-1 10 3-5 4.5-4.5.3 3.5 1.7 3.8c1.3.3 2.3-1.3 3.8-2.3M4 21h16',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  check: 'M5 12.5 10 17 19 7',
  checkCircle: 'M8 12.5 11 15.5 16.5 9.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  cancel: 'M6 6l12 12M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  warning: 'M12 8v5M12 16.5v.01M10.3 4 2.8 17.5A2 2 0 0 0 4.5 20.5h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0',
  draft: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  search: 'M20 20l-4-4M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  rotate: 'M19.5 8A8 8 0 1 0 20 13M20 4v4.5h-4.5',
  close: 'M6 6l12 12M18 6 6 18',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4 2.7c-.9.4-1.2 1-1.2 1.9M12 17v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  eye: 'M2 12c2.5-4.5 6-7 10-7s7.5 2.5 10 7c-2.5 4.5-6 7-10 7s-7.5-2.5-10-7M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0',
  eyeOff: 'M2 12c2.5-4.5 6-7 10-7s7.5 2.5 10 7c-2.5 4.5-6 7-10 7s-7.5-2.5-10-7M4 20 20 4',
  upload: 'M12 16V5M7 9.5 12 4.5l5 5M4 19h16',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 19h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 20c1-4 4.2-6 8-6s7 2 8 6',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  info: 'M12 11v5M12 8v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  filter: 'M4 6h16M7 12h10M10 18h4',
} as const

export type IconName = keyof typeof shapes

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.8 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
