declare module 'scheduler' {
  export function unstable_forceFrameRate(framesPerSecond: number): void;
}
