import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the browser prints; components that depend on it are drawn before the page is printed. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Runs when the browser is about to print, and draws what follows from it before the page is printed. */
export function useBeforePrint(work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    const begin = () => flushSync(() => latest.current());
    window.addEventListener('beforeprint', begin);
    return () => window.removeEventListener('beforeprint', begin);
  }, []);
}

const PRINTING = 'vinculo-printing';

/** While this is on the screen, paper shows nothing but what stands with the class `vinculo-print` at the end of the body. */
export function usePrintedAlone(): void {
  useEffect(() => {
    const begin = () => document.body.classList.add(PRINTING);
    const end = () => document.body.classList.remove(PRINTING);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      end();
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}

/** A drawing alone on paper: the rest of the page is hidden until the browser has printed. Answers what redraws it at its size for paper. */
function putOnPaper(svg: SVGSVGElement, title: string): () => void {
  const sheet = document.createElement('div');
  sheet.className = 'vinculo-print';
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (width > height) sheet.dataset.wide = '';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const copy = sheet.appendChild(svg.cloneNode(true));
  sheet.prepend(heading);
  document.body.append(sheet);
  document.body.classList.add(PRINTING);
  const clean = () => {
    sheet.remove();
    document.body.classList.remove(PRINTING);
  };
  window.addEventListener('afterprint', clean, { once: true });
  return () => sheet.replaceChild(svg.cloneNode(true), copy);
}

/** Prints one drawing alone. */
export function printSvg(svg: SVGSVGElement, title: string): void {
  // By then the drawing has its size for paper.
  window.addEventListener('beforeprint', putOnPaper(svg, title), { once: true });
  window.print();
}

/** Whatever prints the page prints this drawing alone. */
export function usePrintedAs(svg: () => SVGSVGElement, title: string): void {
  useBeforePrint(() => {
    if (!document.body.classList.contains(PRINTING)) putOnPaper(svg(), title);
  });
}

const SVG = 'http://www.w3.org/2000/svg';
const LINE = 20;
/** Pixels that the lines above a drawing take. */
const headOf = (caption: readonly string[]) => (caption.length === 0 ? 0 : caption.length * LINE + 12);

/** The drawing as a file of its own, on a plain ground, below the lines of its caption: its title, and of which days it is. */
export function svgOf(svg: SVGSVGElement, ground: string, caption: readonly string[] = []): Blob {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('y', String(headOf(caption)));
  const sheet = document.createElementNS(SVG, 'svg');
  sheet.setAttribute('xmlns', SVG);
  sheet.setAttribute('width', String(width));
  sheet.setAttribute('height', String(height + headOf(caption)));
  sheet.style.background = ground;
  const { color, fontFamily } = getComputedStyle(svg);
  for (const [index, line] of caption.entries()) {
    const text = sheet.appendChild(document.createElementNS(SVG, 'text'));
    text.textContent = line;
    for (const [name, value] of Object.entries({ x: 12, y: 10 + LINE * (index + 0.5), fill: color, 'font-family': fontFamily }))
      text.setAttribute(name, String(value));
    text.setAttribute('font-size', index === 0 ? '15' : '12');
    if (index === 0) text.setAttribute('font-weight', '600');
  }
  sheet.append(copy);
  return new Blob([new XMLSerializer().serializeToString(sheet)], { type: 'image/svg+xml' });
}

/** The drawing as a PNG on a plain ground, twice the size of the screen. */
export async function pngOf(svg: SVGSVGElement, ground: string, caption: readonly string[] = []): Promise<Blob | null> {
  const { width, height: drawn } = svg.getBoundingClientRect();
  const height = drawn + headOf(caption);
  const address = URL.createObjectURL(svgOf(svg, ground, caption));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: width * 2, height: height * 2 });
    const paper = canvas.getContext('2d');
    if (!paper) return null;
    paper.fillStyle = ground;
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}
