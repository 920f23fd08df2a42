import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core';
import type { Definicao } from './definition.ts';
import { MAIOR_COMENTARIO, type Slots } from './evaluate.ts';

/** What an anonymous answer holds: nothing of who gave it but their place in the dimensions. */
export interface SealedAnswer extends Slots {
  sobre: string | null;
  papel: string | null;
  atributos: (number | null)[];
}

/** HPKE (RFC 9180) in its base mode: anybody may seal with the public key, the private key alone opens. */
const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const ENCAPSULATED = 32;

/** What binds an envelope to its round: it opens in no other one. */
const boundTo = (rodadaId: number) => ({ info: Buffer.from(`vinculo rodada ${rodadaId}`) });

export async function newKeyPair(): Promise<{ publicKey: Buffer; privateKey: Buffer }> {
  const pair = await suite.kem.generateKeyPair();
  return {
    publicKey: Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)),
    privateKey: Buffer.from(await suite.kem.serializePrivateKey(pair.privateKey)),
  };
}

const KiB = 1024;
/** Bytes of a text of the greatest length: letters with accents and ends of lines take two. */
const LONGEST_TEXT = MAIOR_COMENTARIO * 1.15;
const MOST_USUAL = 32 * KiB;

/**
 * The size of all envelopes of a round: room for every number and for texts as long as they may be, so that the size does not tell who
 * wrote one. Only somebody who fills many of a round's texts to the end, or writes in letters of three bytes, needs a larger one.
 */
export function usualSize({ perguntas, proximoId }: Definicao): number {
  const texts = perguntas.filter(({ tipo, comentario }) => tipo === '3' || comentario !== null).length;
  return Math.ceil((256 + proximoId * 5 + Math.min(texts * LONGEST_TEXT, MOST_USUAL)) / KiB) * KiB;
}

/** Fills up to the usual size, or to four times it, sixteen times, and so on. */
function padded(text: string, usual: number): Buffer {
  const length = Buffer.byteLength(text);
  let size = usual;
  while (size < length + 4) size *= 4;
  const filled = Buffer.alloc(size);
  filled.writeUInt32BE(length);
  filled.write(text, 4);
  return filled;
}

export async function seal(publicKey: Buffer, rodadaId: number, answer: SealedAnswer, usual: number): Promise<Buffer> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(publicKey);
  const { enc, ct } = await suite.seal({ recipientPublicKey, ...boundTo(rodadaId) }, padded(JSON.stringify(answer), usual));
  return Buffer.concat([Buffer.from(enc), Buffer.from(ct)]);
}

/** Opens the envelopes of a round with its private key. */
export async function openerOf(privateKey: Buffer, rodadaId: number): Promise<(envelope: Buffer) => Promise<SealedAnswer>> {
  const recipientKey = await suite.kem.deserializePrivateKey(privateKey);
  return async (envelope) => {
    const enc = envelope.subarray(0, ENCAPSULATED);
    const filled = Buffer.from(await suite.open({ recipientKey, enc, ...boundTo(rodadaId) }, envelope.subarray(ENCAPSULATED)));
    return JSON.parse(filled.toString('utf8', 4, 4 + filled.readUInt32BE())) as SealedAnswer;
  };
}
