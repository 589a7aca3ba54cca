/** How many operands operators have, those that are of use to draw the text of a field (ISO 32000-2 Annex A). */
const counts: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  (
    [
      ['q Q h S s f F f* B B* b b* n W W* BT ET T* EMC', [0]],
      ["w J j M ri i gs Tc Tw Tz TL Tr Ts Tj TJ ' cs CS g G BMC MP", [1]],
      ['d m l Tf Td TD BDC DP', [2]],
      ['rg RG "', [3]],
      ['k K v y re', [4]],
      ['c cm Tm', [6]],
      // By the colour space that is selected.
      ['sc SC scn SCN', [1, 3, 4]],
    ] as const
  ).flatMap(([names, each]) => names.split(' ').map((name) => [name, each] as const)),
)

/** Whether it is one of them, with as many: of more, or fewer, some viewers take others, or pass over the operator. */
export const hasItsOperands = (operator: string, count: number): boolean =>
  counts[operator]?.includes(count) === true
