interface Step {
  seconds: number;
  files: { file: string; seconds: number }[];
}

export declare function budgetLines(steps: Step[], counts: { screens: number; registries: number }): string[];
