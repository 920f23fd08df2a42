import type { IConfiguration } from 'dependency-cruiser';

declare const config: IConfiguration;
export default config;
export declare const kitLayers: readonly string[];
export declare const moduleLayers: readonly string[];
