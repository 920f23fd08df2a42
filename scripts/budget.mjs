// What the tests cost, and what they would cost when the whole suite stands: the end of `npm test` prints it.

/** Tests must stay below so many minutes on two cores when so much stands. */
const BUDGET = { minutes: 35, screens: 400, registries: 200 };

/** Which files grow with what; the first match counts. What is left grows with nothing: kit, platform and the machinery of the program. */
const GROWING = [
  { name: 'telas inspecionadas', grows: 'screens', files: /^e2e\/(screens-\d|opened)\.test\.ts$/ },
  // What every list, form, import and session does is driven on one registry: further screens bring none of these.
  { name: 'jornadas do núcleo', grows: null, files: /^e2e\/(session|registry|import|views|screens)\.test\.ts$/ },
  { name: 'outras jornadas', grows: 'screens', files: /^e2e\// },
  // Each report is a screen.
  { name: 'laço sobre os relatórios', grows: 'screens', files: /^src\/app\/reports\.contract\.test\.ts$/ },
  {
    name: 'laços sobre os cadastros',
    grows: 'registries',
    files:
      /^src\/app\/((registries|perfis|bin-restores|deeds|transitions|rights|access|sight|export|exibir-salario|non-interference)\.contract|fuzz\/)/,
  },
  { name: 'fatias dos painéis', grows: 'screens', files: /^src\/app\/slices\.contract/ },
  { name: 'contrato dos módulos', grows: 'screens', files: /^src\/modules\/.*\.contract\.test\.ts$/ },
  { name: 'contrato do núcleo', grows: null, files: /\.contract\.test\.ts$/ },
  { name: 'unidade dos módulos', grows: 'screens', files: /^src\/modules\// },
  { name: 'unidade do núcleo', grows: null, files: /./ },
];

/**
 * The lines of the budget. `steps`: how many seconds a step took by the clock, and its test files with the seconds of each; files run side by side, so a
 * step's clock is shared among its groups as their files' seconds are. `counts`: screens and registries that stand.
 * @param {{ seconds: number, files: { file: string, seconds: number }[] }[]} steps
 * @param {{ screens: number, registries: number }} counts
 */
export function budgetLines(steps, counts) {
  const groups = GROWING.map((group) => ({ ...group, seconds: 0 }));
  let others = 0;
  for (const { seconds, files } of steps) {
    const all = files.reduce((sum, file) => sum + file.seconds, 0);
    if (all === 0) others += seconds;
    for (const { file, seconds: own } of files)
      groups.find(({ files: names }) => names.test(file)).seconds += (own / all) * seconds;
  }
  const minutes = (seconds) => `${(seconds / 60).toFixed(1).padStart(5)} min`;
  const now = groups.reduce((sum, { seconds }) => sum + seconds, others);
  const later = ({ grows, seconds }) => (grows ? (seconds * BUDGET[grows]) / Math.max(1, counts[grows]) : seconds);
  const then = groups.reduce((sum, group) => sum + later(group), others);
  const each = ({ grows, seconds }) =>
    grows ? `  ${(seconds / Math.max(1, counts[grows])).toFixed(2)} s por ${grows === 'screens' ? 'tela' : 'cadastro'}` : '';
  return [
    `Custo dos testes, com ${counts.screens} telas e ${counts.registries} cadastros:`,
    ...groups.map((group) => `  ${group.name.padEnd(26)}${minutes(group.seconds)} → ${minutes(later(group))}${each(group)}`),
    `  ${'verificações'.padEnd(26)}${minutes(others)} → ${minutes(others)}`,
    `  ${'ao todo'.padEnd(26)}${minutes(now)} → ${minutes(then)} com ${BUDGET.screens} telas e ${BUDGET.registries} cadastros (limite ${BUDGET.minutes})`,
  ];
}
