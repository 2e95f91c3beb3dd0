import { AdminPolicy } from "../admin-policy.tsx";

export const AdminTermsRoute = () => <AdminPolicy kind="terms" name="Terms and Conditions" />;
