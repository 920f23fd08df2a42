export declare const thrifty: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
