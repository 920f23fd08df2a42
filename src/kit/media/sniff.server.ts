import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { pictures } from '#kit/picture/picture.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const programs =
  /^application\/(x-msdownload|x-elf|x-mach-binary|x-executable|x-sharedlib|vnd\.microsoft\.portable-executable|java-vm|java-archive|vnd\.android\.package-archive|x-ms-shortcut|wasm|x-msi|x-apple-diskimage|x-deb|x-rpm|x-ms-application)$/;
/** Photographs with a place in their metadata, in formats that we cannot draw again. */
const photographs = /^image\/(hei[cf]|jxl|jp[2xm]|mj2|jxr|jls|x-(canon|nikon|sony|adobe|panasonic|olympus|fujifilm))/;
const active = /^\s*(<\?xml|<!doctype|<html|<svg|<head|<body|<script|<iframe|<math|<x:)/i;

/** The declaration and comments before the first element of an XML text, which say nothing about its kind. */
const prolog = /^\ufeff?(<\?xml\s[^>]*\?>)?(\s|<!--[\s\S]*?-->)*/;
const element = /^<[a-z_][\w.-]*(:[a-z_][\w.-]*)?[\s/>]/i;
/**
 * Instructions, document types and elements that browsers draw or run: an XML text with one of them is more than data. So is one with a
 * namespace longer than any honest one, in which they might hide. No two of its attempts look at the same signs, so a hostile text takes no
 * longer than another: an attribute begins after a space, its name has none, and its value no quotation mark.
 */
const drawn =
  /<\?(?!xml\s)|<!doctype|<!entity|www\.w3\.org\/(1999\/(xhtml|xsl)|2000\/svg|1998\/math)|(?<=\s)xmlns([^=>\s]{200}|[^=>\s]*(\s{100}|\s*=(\s{100}|\s*["']([^"'>]{1000}|[^"'>]*&))))/i;
/** Longer than anything that `drawn` finds, so that nothing escapes it between two pieces of a file. */
const OVERLAP = 2_048;
const PIECE = 256 * 1024;

/** A signed document or its signature (CMS): a sequence that begins with the identifier of signed data, or the same as text. */
const signed = /^0([\x00-\x80]|\x81.|\x82..|\x83...|\x84....)\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02/s;
const signedText = /^\s*-----BEGIN (PKCS7|CMS)-----/;

/** Shown by a browser inside of the page; everything else is downloaded. */
export const isInline = (type: string) => pictures.has(type) || type === 'application/pdf' || type.startsWith('text/plain');

const refuseType = (sentence: string) => new Refusal('TIPO_NAO_SUPORTADO', sentence, 415);

/** The type of a file by its content. Programs are refused, and anything that a browser might run becomes plain bytes. */
export async function sniffType(path: string): Promise<string> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const type = found?.mime as string | undefined;
  if (type !== undefined && type !== 'application/xml') {
    if (programs.test(type)) throw refuseType('Arquivos de programa não são aceitos.');
    if (photographs.test(type))
      throw refuseType('Este formato de fotografia não é aceito. Salve a imagem como JPEG, PNG ou WebP e envie de novo.');
    return /xml|html|svg|javascript/.test(type) && !type.startsWith('application/vnd.') ? 'application/octet-stream' : type;
  }
  const head = await headOf(path);
  if (/^(MZ|\x7fELF|#!|\xca\xfe\xba\xbe)/.test(head.toString('latin1', 0, 4)))
    throw refuseType('Arquivos de programa não são aceitos.');
  if (signed.test(head.toString('latin1', 0, 32)) || signedText.test(head.toString('latin1', 0, 64)))
    return 'application/pkcs7-signature';
  const wide = wideOf(head);
  if (!wide && head.includes(0)) return 'application/octet-stream';
  const text = new TextDecoder(wide ?? 'utf-8').decode(head);
  const content = text.replace(prolog, '');
  if (type !== undefined || element.test(content))
    return element.test(content) && !active.test(content) && !(await isDrawn(path, wide ?? 'utf-8'))
      ? 'application/xml'
      : 'application/octet-stream';
  if (active.test(content)) return 'application/octet-stream';
  if (wide) return `text/plain; charset=${wide}`;
  return isUtf8(head) ? 'text/plain; charset=utf-8' : 'text/plain; charset=windows-1252';
}

/** Whether browsers would draw or run something of an XML text, wherever in it that stands. */
async function isDrawn(path: string, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
    const text = rest + decoder.decode(piece as Buffer, { stream: true });
    // The last signs are looked at again: what they begin is not yet known.
    if (drawn.test(text.slice(0, -8))) return true;
    rest = text.slice(-OVERLAP);
  }
  return drawn.test(rest);
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Text of two bytes a character, as spreadsheets write it, begins with a mark. */
const wideOf = ([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }); // a character may be cut at the end
    return true;
  } catch {
    return false;
  }
}
