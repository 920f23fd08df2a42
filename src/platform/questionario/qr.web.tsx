import encodeQR from 'qr';
import { useMemo } from 'react';

/** An address to point a phone at, as a picture that prints sharply at any size; black on white in every theme. */
export function QrCode({ text, label, size = 240 }: { text: string; label: string; size?: number }) {
  const path = useMemo(() => pathOf(encodeQR(text, 'raw', { ecc: 'medium', border: 4 })), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${path.width} ${path.width}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path.dark} fill="#000" />
    </svg>
  );
}

const pathOf = (modules: readonly (readonly boolean[])[]) => ({
  width: modules.length,
  dark: modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
});
