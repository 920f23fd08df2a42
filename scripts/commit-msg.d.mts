export declare function messageFaults(message: string): string[];
export declare function historyFaults(): string[];
