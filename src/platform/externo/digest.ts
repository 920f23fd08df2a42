/** SHA-256 of a short ASCII text (FIPS 180-4): tens of thousands of them are made in a row, for which the browser's own is too slow to be asked. */
const K = Uint32Array.from(
  '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2'
    .split(' ')
    .map((word) => Number.parseInt(word, 16)),
);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
const at = (words: Uint32Array, n: number) => words[n] as number;

/** The eight words of the digest of a text of at most 55 bytes. */
export function digestOf(text: string): Uint32Array {
  const w = new Uint32Array(64);
  for (let n = 0; n < text.length; n++) w[n >> 2] = at(w, n >> 2) | (text.charCodeAt(n) << (24 - (n & 3) * 8));
  w[text.length >> 2] = at(w, text.length >> 2) | (0x80 << (24 - (text.length & 3) * 8));
  w[15] = text.length * 8;
  for (let n = 16; n < 64; n++) {
    const [far, near] = [at(w, n - 15), at(w, n - 2)];
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    w[n] = at(w, n - 16) + small + at(w, n - 7) + large;
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, n) + at(w, n)) | 0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  return Uint32Array.from(START, (first, n) => first + ([a, b, c, d, e, f, g, h][n] as number));
}

/** A number that makes the digest of `puzzle:number` begin with so many zero bits (at most 32). */
export function solve(puzzle: string, bits: number): string {
  for (let n = 0; ; n++) {
    const solution = `${puzzle}:${n}`;
    if (at(digestOf(solution), 0) >>> (32 - bits) === 0) return solution;
  }
}
