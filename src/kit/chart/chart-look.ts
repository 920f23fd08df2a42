export interface ChartLook {
  text: string;
  line: string;
  surface: string;
  /** set here and not inherited, because labels are measured before they are drawn */
  font: string;
}

/** Nine colours, each at least 3 : 1 on the light and on the dark card. */
export const CHART_COLORS = [
  '#2F7FD1',
  '#CF6E12',
  '#2B9467',
  '#8B6FE0',
  '#D2498B',
  '#0E8F9B',
  '#A07C00',
  '#77838F',
  '#DB4F4A',
] as const;
