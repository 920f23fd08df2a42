/** What we use of Tesseract compiled for WebAssembly. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface TessBaseAPI {
    /** 0 when the language stands in the file system of the module */
    Init(folder: null, language: string, mode: number): number;
    SetVariable(name: string, value: string): void;
    /** reads `/input`; 1 when it is no picture */
    SetImageFile(exif: number, angle: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    MeanTextConf(): number;
    Clear(): void;
  }
  interface Core {
    FS: { writeFile(name: string, data: Uint8Array): void };
    TessBaseAPI: new () => TessBaseAPI;
  }
  export default function load(options: { print(text: string): void; printErr(text: string): void }): Promise<Core>;
}
