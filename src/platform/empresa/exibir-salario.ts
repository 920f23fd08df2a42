/** Where a company that shows salaries to nobody shows them again, for a sentence that says what it cannot do meanwhile. */
export const ONDE_EXIBIR_SALARIO = '“Exibir salário” na configuração da empresa (Utilitário, Empresas)';
