import { useSearchParams } from 'react-router';

/** The company in a link to a public page. `isFaulty`: it is present and no number. */
export function useCompanyOfLink(): { empresaId: number | null; isFaulty: boolean; search: string } {
  const [search] = useSearchParams();
  const given = search.get('empresaId');
  const isNumber = given !== null && /^[1-9]\d{0,14}$/.test(given);
  return {
    empresaId: isNumber ? Number(given) : null,
    isFaulty: given !== null && !isNumber,
    search: isNumber ? `?empresaId=${given}` : '',
  };
}
