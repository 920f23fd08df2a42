/** Prints one drawing alone: the rest of the page is hidden while the browser prints. */
export function printSvg(svg: SVGElement, title: string): void {
  const sheet = document.createElement('div');
  sheet.className = 'vinculo-print';
  const heading = document.createElement('h1');
  heading.textContent = title;
  sheet.append(heading, svg.cloneNode(true));
  document.body.append(sheet);
  document.body.classList.add('vinculo-printing');
  const clean = () => {
    sheet.remove();
    document.body.classList.remove('vinculo-printing');
  };
  window.addEventListener('afterprint', clean, { once: true });
  window.print();
}

/** The drawing as a PNG on a plain ground, twice the size of the screen. */
export async function pngOf(svg: SVGSVGElement, ground: string): Promise<Blob | null> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }));
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
